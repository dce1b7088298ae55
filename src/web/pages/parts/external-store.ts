import { useEffect, useState } from 'preact/hooks';

/** A value that is stored outside the components; renders again when it changes. */
export function useSyncExternalStore<T>(subscribe: (tell: () => void) => () => void, read: () => T): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const update = () => setValue(read);
    // It may have changed between the first rendering and the subscription.
    update();
    return subscribe(update);
  }, [subscribe, read]);
  return value;
}
