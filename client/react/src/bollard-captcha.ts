'use client'
import {
  attributesOf,
  type BollardOptions,
  type Captcha,
  type CaptchaListeners,
  type CaptchaOptions,
  createBollard,
  readConfiguration,
} from '@bollard/javascript'
import {
  createElement,
  type CSSProperties,
  forwardRef,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { type CaptchaCommands, type CaptchaStore, createStore } from './captcha-store.ts'

export interface BollardCaptchaProps extends BollardOptions, CaptchaOptions, CaptchaListeners {
  /** What `useBollard` gave. */
  readonly captcha?: { readonly store: CaptchaStore } | undefined
  readonly id?: string | undefined
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
  /** Shown until the widget is there, and instead of the message that it didn't load. */
  readonly children?: ReactNode
}

/**
 * The captcha, a `<bollard-captcha>` of your installation. Put it inside the form: the widget holds the form back until there is a token.
 * Throws `BollardConfigurationError` while it is drawn.
 */
export const BollardCaptcha = forwardRef<CaptchaCommands, BollardCaptchaProps>(function BollardCaptcha(props, ref) {
  const { captcha, id, className, style, children, host, release, nonce, timeoutMs } = props
  const [ownStore] = useState(createStore)
  const store = captcha?.store ?? ownStore
  const element = useRef<HTMLElement>(null)
  const attached = useRef<Captcha>(undefined)
  const latest = useRef(props)
  const attributes = attributesOf(readConfiguration(props).host, props)
  // The element has properties of some of these names, which React would set in its own way; so it writes them only once.
  const [first] = useState(attributes)

  useEffect(() => {
    latest.current = props
  })
  const { address, integrity } = release ?? {}
  useEffect(() => {
    if (!element.current) return undefined
    const bollard = createBollard({ ...latest.current, host, nonce, timeoutMs })
    const made = bollard.attach(element.current, latest.current, () => ({
      ...latest.current,
      onChange(snapshot) {
        store.show(snapshot)
        latest.current.onChange?.(snapshot)
      },
    }))
    attached.current = made
    const disconnect = store.connect(made)
    return () => {
      made.detach()
      disconnect()
    }
  }, [host, address, integrity, nonce, timeoutMs, store])
  const written = JSON.stringify(attributes)
  useEffect(() => attached.current?.update(latest.current), [written, props.bypassKey])
  useImperativeHandle(ref, () => store.commands, [store])

  return createElement('bollard-captcha', { ...first, ref: element, id, class: className, style }, children)
})
