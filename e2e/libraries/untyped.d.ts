/** Published without types; as its manual describes it. */
declare module 'react-google-recaptcha' {
  import { Component } from 'react'
  interface ReCAPTCHAProps {
    sitekey: string
    size?: string
    onChange?(token: string | null): void
    onExpired?(): void
    onErrored?(): void
  }
  export default class ReCAPTCHA extends Component<ReCAPTCHAProps> {
    reset(): void
    execute(): void
    executeAsync(): Promise<string | null>
    getValue(): string | null
  }
}
