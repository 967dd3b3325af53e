import type { CaptchaOptions } from '@bollard/javascript'

/** What a test asks of a page while it runs. */
export interface Wishes {
  /** How many captchas are there, each in a form of its own. */
  readonly count: number
  readonly options: Partial<CaptchaOptions>
}

export interface Setting {
  readonly host: string
  readonly siteKey: string
  readonly nonce?: string
  readonly timeoutMs?: number
  readonly release?: { readonly address: string; readonly integrity: string }
}

/** What the test has written into the page. */
export const setting: Setting = JSON.parse(document.querySelector('#app')?.getAttribute('data-setting') ?? '{}')

const heard: string[] = []

/** Offers `change` to the test, and tells the page of its wishes now and after each change. */
export function listen(show: (wishes: Wishes) => void): void {
  let wishes: Wishes = { count: 1, options: {} }
  Object.assign(globalThis, {
    heard,
    change(next: Partial<Wishes>) {
      wishes = { ...wishes, ...next }
      show(wishes)
    },
  })
  show(wishes)
}

/** Notes what a wrapper told of a captcha. */
export function hear(what: string, detail = ''): void {
  heard.push(detail === '' ? what : `${what} ${detail}`)
}

/** Commands of the first captcha, for the test to call. */
export function offer(commands: object): void {
  Object.assign(globalThis, { captcha: commands })
}

/** Submits a form as pages of one piece do; the answer to the last one is in the page. */
export async function send(form: HTMLFormElement): Promise<void> {
  const response = await fetch('/contact', { method: 'POST', body: new FormData(form) })
  hear(response.ok ? 'accepted' : 'refused by the server')
}

export function sendByScript(event: Event): void {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) void send(event.target)
}
