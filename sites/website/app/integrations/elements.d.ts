import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type Custom = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'integration-search': Custom
      'remembered-tabs': Custom & { class?: string }
    }
  }
}
