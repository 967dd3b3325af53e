import { createElement, type CSSProperties, forwardRef, useEffect, useImperativeHandle, useRef } from 'react'

interface Given {
  readonly source: { readonly html: string; readonly baseUrl: string }
  readonly style: readonly CSSProperties[]
  readonly onMessage: (event: { readonly nativeEvent: { readonly data: unknown; readonly url: string } }) => void
  readonly onShouldStartLoadWithRequest: (request: { readonly url: string; readonly isTopFrame: boolean }) => boolean
}

/**
 * A WebView as far as a browser has one: a frame with its own document of the page's origin, into which scripts are run and from which
 * messages come. The test can post messages as any other document would, and ask which addresses it may load.
 */
export const WebView = forwardRef<object, Given>(function WebView(given, ref) {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(given)
  latest.current = given
  const hear = (data: unknown, url: string) => latest.current.onMessage({ nativeEvent: { data, url } })
  // By the test's own hand, as an app's scripts are run without asking the page's policy.
  useImperativeHandle(ref, () => ({ injectJavaScript: (script: string) => Reflect.get(globalThis, 'inject')(script) }))
  const { html, baseUrl } = given.source
  useEffect(() => {
    const inside = windowOf(frame.current)
    Object.assign(inside, { ReactNativeWebView: { postMessage: (data: unknown) => hear(data, `${baseUrl}/`) } })
    Object.assign(globalThis, {
      webView: {
        html,
        hear,
        mayLoad: (url: string, isTopFrame: boolean) => latest.current.onShouldStartLoadWithRequest({ url, isTopFrame }),
      },
    })
    inside.document.open()
    inside.document.write(html)
    inside.document.close()
  }, [html, baseUrl])
  return createElement('iframe', {
    ref: frame,
    title: 'WebView',
    name: 'webview',
    style: { border: 0, width: '100%', ...Object.assign({}, ...given.style.filter(Boolean)) },
  })
})

function windowOf(frame: HTMLIFrameElement | null): Window {
  if (!frame?.contentWindow) throw new Error('The frame is not in the page')
  return frame.contentWindow
}
