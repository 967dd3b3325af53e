import { type EnvironmentProviders, InjectionToken, makeEnvironmentProviders } from '@angular/core'
import type { BollardOptions } from '@bollard/javascript'

/** What every `<bollard-captcha>` of an application takes unless it is given something else. */
export interface BollardDefaults extends Partial<BollardOptions> {
  readonly siteKey?: string | undefined
}

export const bollardDefaults = new InjectionToken<BollardDefaults>('bollard', { factory: () => ({}) })

/** For the providers of your application: its installation and site key. */
export function provideBollard(defaults: BollardDefaults): EnvironmentProviders {
  return makeEnvironmentProviders([{ provide: bollardDefaults, useValue: defaults }])
}
