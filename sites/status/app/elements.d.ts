import type { DetailedHTMLProps, HTMLAttributes } from 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'bollard-captcha': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        sitekey: string
        'api-url'?: string
        language?: string
        'full-width'?: ''
        class?: string
      }
    }
  }
}
