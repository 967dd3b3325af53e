import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type Custom = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'protected-demo': Custom
      'visitor-consent': Custom
      'page-reports': Custom
      'session-replay': Custom
      'site-menu': Custom
      'administration-link': Custom
      'demo-times': Custom
      'site-toasts': Custom
      'bollard-captcha': Custom & {
        sitekey: string
        'api-url'?: string
        language?: string
        'full-width'?: ''
        class?: string
      }
    }
  }
}
