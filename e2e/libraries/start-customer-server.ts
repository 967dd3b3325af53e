import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type ServerLibrary =
  | 'express-recaptcha-v2'
  | 'express-recaptcha-v3'
  | 'hcaptcha'
  | 'turnstile-verify'
  | 'friendly'
  | MoreServerLibrary

/** Those of `more/customer-server.ts`. */
export type MoreServerLibrary =
  | 'recaptcha2'
  | 'grecaptcha'
  | 'verify-hcaptcha'
  | 'pages-plugin-hcaptcha'
  | 'cf-turnstile'
  | 'pages-plugin-turnstile'

export interface CustomerServer {
  /** What the library of the customer's server makes of a token; with another secret key where one is named. */
  redeem(library: ServerLibrary, token: string, secretKey?: string): Promise<unknown>
  stop(): Promise<void>
}

interface CustomerServerOptions {
  readonly api: string
  readonly siteKey: string
  readonly secretKey: string
  /** All that it asks of hosts other than ours goes through here. */
  readonly proxy: string
  /** What runs as the server. */
  readonly program?: URL
}

/**
 * Starts the customer's server. Most of these libraries have the host of their captcha written into them, so Node itself is
 * told to go through the proxy: nothing in the libraries, nor around them, is changed. Its certificate is for localhost.
 */
export async function startCustomerServer({
  api,
  siteKey,
  secretKey,
  proxy,
  program = new URL('./customer-server.ts', import.meta.url),
}: CustomerServerOptions): Promise<CustomerServer> {
  const child = fork(fileURLToPath(program), {
    // Not what the test runner has loaded into itself.
    execArgv: [],
    env: {
      API: api,
      SITE_KEY: siteKey,
      SECRET_KEY: secretKey,
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: proxy,
      HTTP_PROXY: proxy,
      NO_PROXY: 'localhost,127.0.0.1',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_NO_WARNINGS: '1',
    },
  })
  const ended = once(child, 'exit')
  const [port] = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The customer's server ended with ${code}`))),
  ])
  return {
    async redeem(library, token, secret) {
      const query = secret === undefined ? '' : `?${new URLSearchParams({ secret })}`
      const response = await fetch(`http://127.0.0.1:${port}/${library}${query}`, { method: 'POST', body: token })
      return response.json()
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
