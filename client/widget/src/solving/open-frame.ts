import { ofThisRelease } from '../release.ts'
import { type FromFrame, greeting, type ToFrame } from '../frame/protocol.ts'

export interface Frame {
  readonly port: { post(message: ToFrame): void; listen(listener: (message: FromFrame) => void): void }
  /** Whether it can also do the work of Equi-X. */
  readonly equix: boolean
  close(): void
}

interface OpenFrameInput {
  /** Origin of the API, without a slash at the end. */
  readonly api: string
  /** Where the frame hangs as long as it is used. */
  readonly container: ParentNode & Node
  readonly timeoutMs: number
  /** Minimal data mode: the frame looks at nothing of the device. */
  readonly minimal: boolean
}

/** A frame that has loaded says so at once; one that shows an extension's or the browser's own page never does. */
const silenceMs = 1500

/** The page's policy that forbade the frame. Asked a second time, it would be reported to the website's owner once more. */
let forbiddingPolicy: string | undefined

/**
 * Opens the hidden frame that solves. Undefined where an extension or a sandbox keeps it from working; the text of the page's
 * policy where that forbids it.
 */
export async function openFrame({
  api,
  container,
  timeoutMs,
  minimal,
}: OpenFrameInput): Promise<Frame | string | undefined> {
  // In a sandbox the frame would be nobody's: no worker of ours would start in it.
  if (forbiddingPolicy !== undefined || origin === 'null') return forbiddingPolicy
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.referrerPolicy = 'no-referrer'
  frame.src = `${api}/widget/frame.html${ofThisRelease}`
  const { port1, port2 } = new MessageChannel()
  let listener: ((message: FromFrame) => void) | undefined
  const close = () => {
    port1.close()
    frame.remove()
  }
  return new Promise((resolve) => {
    const settle = (opened: boolean, equix = false) => {
      clearTimeout(timer)
      document.removeEventListener('securitypolicyviolation', onViolation)
      if (opened)
        return resolve({
          port: { post: (message) => port1.postMessage(message), listen: (next) => (listener = next) },
          equix,
          close,
        })
      close()
      resolve(forbiddingPolicy)
    }
    const onViolation = ({
      blockedURI,
      disposition,
      effectiveDirective,
      originalPolicy,
    }: SecurityPolicyViolationEvent) => {
      if (
        disposition === 'report' ||
        !/^(?:frame|child|default)-src/u.test(effectiveDirective) ||
        !blockedURI.startsWith(api)
      )
        return
      forbiddingPolicy = originalPolicy
      settle(false)
    }
    let timer = setTimeout(() => settle(false), timeoutMs)
    document.addEventListener('securitypolicyviolation', onViolation)
    port1.onmessage = ({ data }: MessageEvent<FromFrame>) =>
      data.type === 'ready' ? settle(true, data.equix) : listener?.(data)
    // The target origin keeps the port from whatever else may have loaded in the frame.
    frame.onload = () => {
      // Moved in the page it loads once more; the check is then begun anew with another.
      frame.onload = null
      clearTimeout(timer)
      timer = setTimeout(() => settle(false), silenceMs)
      frame.contentWindow?.postMessage(minimal ? greeting.minimal : greeting.usual, new URL(api).origin, [port2])
    }
    container.append(frame)
  })
}
