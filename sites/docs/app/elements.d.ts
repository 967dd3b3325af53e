import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type Custom = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'docs-search': Custom
      'copy-page': Custom
      'helpful-form': Custom
      'try-call': Custom
      'site-key': Custom
    }
  }
}
