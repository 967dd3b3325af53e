import type { Algorithm, Proof } from '@bollard/proof-of-work'

/** First message to the frame; the port that comes with it carries everything else. In minimal data mode the frame may not look at the device. */
export const greeting = { usual: 'bollard', minimal: 'bollard-minimal' } as const

export type ToFrame =
  | {
      readonly type: 'solve'
      readonly algorithm: Algorithm
      readonly prefix: Uint8Array
      readonly target: number
      readonly count: number
    }
  | { readonly type: 'probe' }
  | { readonly type: 'token'; readonly verificationId: string; readonly siteKey: string }

export type FromFrame =
  /** `equix`: whether programs may be made at run time here, as Equi-X needs. */
  | { readonly type: 'ready'; readonly equix: boolean }
  | { readonly type: 'solved'; readonly index: number; readonly counter: Proof }
  | { readonly type: 'probe'; readonly result: unknown }
  | { readonly type: 'token'; readonly proof: string | undefined }
  | { readonly type: 'failed' }
