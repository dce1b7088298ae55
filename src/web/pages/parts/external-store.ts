import { useEffect, useState } from 'preact/hooks';

/** A value that lives outside the components, and again whenever it changes. */
export function useSyncExternalStore<T>(subscribe: (tell: () => void) => () => void, read: () => T): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const update = () => setValue(read);
    // It may have changed between the first rendering and now.
    update();
    return subscribe(update);
  }, [subscribe, read]);
  return value;
}
