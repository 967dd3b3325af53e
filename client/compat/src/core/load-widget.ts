let loading: Promise<unknown> | undefined
let attempts = 0

/** Loads `<bollard-captcha>` from an origin, once for all on the page; after a failure the next call tries again. */
export function loadWidget(origin: string): Promise<unknown> {
  if (customElements.get('bollard-captcha')) return Promise.resolve()
  // Browsers remember that a module did not come, by its address.
  loading ??= import(/* @vite-ignore */ `${origin}/widget.js${attempts++ > 0 ? `?attempt=${attempts}` : ''}`).catch(
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}
