import type { BollardOptions } from '@bollard/javascript'
import type { InjectionKey, ObjectPlugin } from 'vue'

/** What every `<BollardCaptcha>` of an app takes unless it is given something else. */
export interface BollardDefaults extends Partial<BollardOptions> {
  readonly siteKey?: string | undefined
}

export const defaultsKey: InjectionKey<BollardDefaults> = Symbol('bollard')

/** Gives an app its installation and site key: `app.use(bollard, { host, siteKey })`. */
export const bollard: ObjectPlugin<[BollardDefaults]> = {
  install: (app, defaults) => void app.provide(defaultsKey, defaults),
}
