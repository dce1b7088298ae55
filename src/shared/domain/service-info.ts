/** `not_available`: not part of this version. `disabled`: switched off by configuration. */
export type FeatureState = 'enabled' | 'disabled' | 'not_available';

/** What this program is. */
export class ServiceInfo {
  constructor(
    readonly name: string,
    readonly version: string,
    readonly features: Readonly<Record<'B-O1' | 'B-O2' | 'B-O3' | 'B-O4', FeatureState>>,
  ) {}
}
