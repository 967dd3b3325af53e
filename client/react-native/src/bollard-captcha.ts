import {
  attributesOf,
  type BollardOptions,
  type CaptchaListeners,
  type CaptchaOptions,
  readConfiguration,
} from '@bollard/javascript'
import { createElement, forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Linking, type StyleProp, type ViewStyle } from 'react-native'
import { WebView } from 'react-native-webview'
import { createCalls } from './calls.ts'
import { pageOf, quoteForScript } from './page.ts'
import { originOf, type PageMessage, readMessage } from './read-message.ts'

export interface BollardCaptchaProps
  extends
    Pick<BollardOptions, 'host' | 'release'>,
    Omit<CaptchaOptions, 'name' | 'form' | 'passive' | 'floating' | 'disabled' | 'bypassKey'>,
    Omit<CaptchaListeners, 'onUnavailable' | 'onChange'> {
  /** Address of the page in the WebView, `https://…`. Its host name must be a domain of the captcha's environment. */
  readonly baseUrl: string
  /** The installation can't be reached; `code` is `script-unreachable` or `page-failed`. */
  readonly onUnavailable?: ((detail: { readonly code: string }) => void) | undefined
  readonly style?: StyleProp<ViewStyle>
}

export interface CaptchaCommands {
  /** A token that nobody got before. Rejects with an `Error` whose `code` is that of `onFailed` or `onUnavailable`, or `reset` or `removed`. */
  execute(): Promise<string>
  /** Clears token and state. */
  reset(): void
  /** Loads the page again. */
  retry(): void
}

/** Height of the box until the page has said its own, in points. */
const heightAtFirst = 72

/**
 * The captcha in a WebView. It starts when the visitor presses it or the app calls `execute`, unless `autostart` says otherwise. Throws
 * `BollardConfigurationError` while it is drawn.
 */
export const BollardCaptcha = forwardRef<CaptchaCommands, BollardCaptchaProps>(function BollardCaptcha(props, ref) {
  const { baseUrl, style } = props
  const configuration = readConfiguration(props)
  const { host, address, integrity } = configuration
  const attributes = attributesOf(host, { autostart: 'off', ...props })
  const view = useRef<WebView>(null)
  const latest = useRef(props)
  const written = useRef(attributes)
  const [height, setHeight] = useState(heightAtFirst)
  const [channel] = useState(randomChannel)
  const [calls] = useState(() => createCalls((script) => view.current?.injectJavaScript(`${script};true`)))
  // What changes later is told to the page that is there; only `retry` makes a new one, which begins anew.
  const [page, setPage] = useState(() => ({
    loads: 0,
    html: pageOf({ host, address, integrity, attributes, channel }),
  }))

  useEffect(() => {
    latest.current = props
  })
  const now = quoteForScript(attributes)
  useEffect(() => {
    if (now === quoteForScript(written.current)) return
    calls.run(`bollard.update(${now},${quoteForScript(Object.keys(written.current))})`)
    written.current = attributes
  })
  useEffect(() => () => calls.end('removed'), [calls])
  useImperativeHandle(
    ref,
    () => ({
      execute: calls.execute,
      reset: () => calls.run('bollard.reset()'),
      retry() {
        calls.begin()
        const html = pageOf({ host, address, integrity, attributes: written.current, channel })
        setPage(({ loads }) => ({ loads: loads + 1, html }))
      },
    }),
    [calls, host, address, integrity, channel],
  )

  function hear(message: PageMessage): void {
    const { onStarted, onThrottled, onSolved, onFailed, onExpired, onReset, onUnavailable, onToken } = latest.current
    switch (message.type) {
      case 'ready':
        return calls.ready()
      case 'size':
        return setHeight(Math.max(1, message.height))
      case 'executed':
        return calls.resolve(message.token)
      case 'rejected':
        return calls.reject(message.code)
      case 'unavailable':
        calls.end(message.code)
        return onUnavailable?.({ code: message.code })
      case 'started':
        onToken?.('')
        return onStarted?.()
      case 'throttled':
        return onThrottled?.({ code: message.code, retryAfterSeconds: message.retryAfterSeconds })
      case 'solved':
        onToken?.(message.token)
        return onSolved?.({ token: message.token, verificationId: message.verificationId })
      case 'failed':
        onToken?.(message.token)
        return onFailed?.({ code: message.code, failover: message.failover, verificationId: message.verificationId })
      case 'expired':
        onToken?.('')
        return onExpired?.()
      case 'reset':
        onToken?.('')
        return onReset?.()
    }
  }

  const failed = () => hear({ type: 'unavailable', code: 'page-failed' })
  return createElement(WebView, {
    key: page.loads,
    ref: view,
    source: { html: page.html, baseUrl },
    style: [{ height, backgroundColor: 'transparent' }, style],
    originWhitelist: ['*'],
    javaScriptEnabled: true,
    scrollEnabled: false,
    setSupportMultipleWindows: false,
    onMessage({ nativeEvent }) {
      const message = readMessage(nativeEvent, { channel, baseUrl })
      if (message) hear(message)
    },
    onShouldStartLoadWithRequest: ({ url, isTopFrame }) => mayLoad(url, isTopFrame === false),
    onError: failed,
    onContentProcessDidTerminate: failed,
    onRenderProcessGone: failed,
  })

  /** The page itself and the installation's frame; a link, such as to the privacy page, opens in the visitor's browser. */
  function mayLoad(url: string, isFrame: boolean): boolean {
    const origin = originOf(url)
    if (isFrame) return origin === '' || origin === originOf(host)
    if (/^(?:about:blank|data:text\/html)/u.test(url) || url.replace(/\/$/u, '') === baseUrl.replace(/\/$/u, ''))
      return true
    // Android reports frames like pages.
    if (origin === originOf(host) && /\/widget\//u.test(url)) return true
    if (url.startsWith('https://')) Linking.openURL(url).catch(() => {})
    return false
  }
})

/** 128 bits, in hexadecimal. React Native has no `crypto` of its own; the numbers are drawn where no page can watch. */
function randomChannel(): string {
  const bytes = new Uint8Array(16)
  if (typeof crypto === 'undefined') for (let at = 0; at < bytes.length; at++) bytes[at] = Math.random() * 256
  else crypto.getRandomValues(bytes)
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
