/** The packages are installed only for these tests, so what is used of them is said here, as their manuals describe it. */
declare module '@cloudflare/pages-plugin-hcaptcha' {
  export default function plugin(given: {
    secret: string
    sitekey?: string
    onError(context: object): Promise<unknown>
  }): (context: object) => Promise<unknown>
}

declare module '@cloudflare/pages-plugin-turnstile' {
  export default function plugin(given: {
    secret: string
    onError(context: object): Promise<unknown>
  }): (context: object) => Promise<unknown>
}

declare module 'cf-turnstile' {
  type Verify = (token: string, wanted: { action?: string; cdata?: string; hostname?: string }) => Promise<unknown>
  export default function turnstile(secret: string): Verify
}

declare module 'grecaptcha' {
  export default class Client {
    constructor(secret: string)
    verify(token: string): Promise<boolean>
  }
}

declare module 'recaptcha2' {
  export default class Recaptcha2 {
    constructor(given: { siteKey: string; secretKey: string })
    validate(token: string, address: string): Promise<unknown>
  }
}

declare module 'verify-hcaptcha' {
  export function verifyHcaptchaToken(given: {
    token: string
    secretKey: string
    siteKey: string
    remoteIp: string
  }): Promise<unknown>
}

declare module 'recaptcha-v3' {
  interface Instance {
    execute(action?: string): Promise<string>
  }
  export function load(siteKey: string, options?: { customUrl?: string }): Promise<Instance>
}

declare module 'vue-recaptcha-v3' {
  import type { Plugin } from 'vue'
  export const VueReCaptcha: Plugin<{ siteKey: string; loaderOptions?: object }>
  export function useReCaptcha(): {
    executeRecaptcha(action: string): Promise<string>
    recaptchaLoaded(): Promise<boolean>
  }
}

declare module '@hcaptcha/loader' {
  export function hCaptchaLoader(given: { apihost?: string; sentry: boolean; render: string }): Promise<{
    render(place: HTMLElement, given: object): string
    execute(id: string, given: { async: true }): Promise<{ response: string }>
    reset(id: string): void
    remove(id: string): void
  }>
}

declare module '@hcaptcha/vanilla-hcaptcha'

declare module 'react-turnstile' {
  import type { FunctionComponent } from 'react'
  interface Bound {
    reset(): void
    execute(): void
    getResponse(): unknown
  }
  export const Turnstile: FunctionComponent<{
    sitekey: string
    action?: string
    cData?: string
    onSuccess?(token: string, preClearance: boolean, bound: Bound): void
    onLoad?(id: string, bound: Bound): void
    onError?(error: unknown): void
  }>
}

declare module 'vue-turnstile' {
  import type { Component } from 'vue'
  const VueTurnstile: Component
  export default VueTurnstile
}
