import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type Custom = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'attack-price': Custom
      'cost-calculator': Custom
      'live-form': Custom
    }
  }
}
