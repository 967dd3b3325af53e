import type { BollardCaptchaElement, BollardEventDetails } from '@bollard/javascript'
import type * as React from 'react'

type Listeners = {
  [Name in keyof BollardEventDetails as `on${Name}`]?: (event: CustomEvent<BollardEventDetails[Name]>) => void
}

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- This is where React looks for the types of elements.
  namespace JSX {
    interface IntrinsicElements {
      /** For pages that load the script themselves. React calls such listeners from version 19 on. */
      'bollard-captcha': React.DetailedHTMLProps<React.HTMLAttributes<BollardCaptchaElement>, BollardCaptchaElement> &
        Listeners & { readonly [attribute: string]: unknown }
    }
  }
}
