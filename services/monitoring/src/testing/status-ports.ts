import type { Mail } from '@bollard/mail'
import type { PostOutcome, WebhookPost } from '@bollard/webhooks'
import type { StatusPorts } from '../status-ports.ts'

/** What went out to subscribers of status pages, and what tests say of the world. */
export interface Sent {
  readonly mails: { readonly mail: Mail; readonly key: string }[]
  readonly posts: WebhookPost[]
  /** Addresses that came back. */
  readonly bounced: Set<string>
  /** What receivers answer next; 200 where nothing is said. */
  readonly outcomes: PostOutcome[]
  /** Tokens of forms that pass the captcha, each once. */
  readonly tokens: Set<string>
}

const delivered: PostOutcome = { delivered: true, httpStatus: 200, error: null, durationMs: 1, answer: '' }

/** An installation that keeps what it sends. */
export function statusPortsOf(sent: Sent): StatusPorts {
  return {
    statusUrl: 'https://status.example',
    apiUrl: 'https://api.example',
    ownHosts: new Set(['status.example', 'api.example']),
    async enqueueMail(_tx, mail, key) {
      if (!sent.mails.some((one) => one.key === key)) sent.mails.push({ mail, key })
    },
    findAdmins: async (solutionId) => [
      { userId: solutionId, email: `admin@${solutionId}.example`, givenName: 'Ada', language: 'en' },
    ],
    isBounced: async (address) => sent.bounced.has(address),
    captcha: {
      siteKey: () => 'bsk_of_the_installation',
      verify: async (token) => (sent.tokens.delete(token) ? 'passed' : 'refused'),
    },
    async postWebhook(post) {
      sent.posts.push(post)
      return sent.outcomes.shift() ?? delivered
    },
    allowPrivateWebhooks: false,
    random: () => 0,
  }
}
