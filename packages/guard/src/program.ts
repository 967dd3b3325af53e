import type { Visit } from '@bollard/gateway'
import type { ProgramPurpose } from './policy/schema.ts'

/** Who a program says it is. */
export interface Program {
  readonly name: string
  readonly purpose: ProgramPurpose
  /** Whether that was proved, by a signature or by its network. A name alone proves nothing. */
  readonly verified: boolean
  /** Whether it was proved that it is somebody else. */
  readonly isSpoofed?: boolean
}

/** Finds out which program asks, if one says so. May take its time over proofs; must not throw. */
export type Identify = (visit: Visit) => Program | null | Promise<Program | null>

/** Names that well-known programs give themselves in their user agents, by what their operators say they come for. */
const names: Readonly<Partial<Record<ProgramPurpose, readonly string[]>>> = {
  SEARCH: [
    'Googlebot',
    'bingbot',
    'DuckDuckBot',
    'YandexBot',
    'Applebot',
    'Baiduspider',
    'SeznamBot',
    'Qwantbot',
    'Yahoo! Slurp',
  ],
  AI_TRAINING: [
    'GPTBot',
    'ClaudeBot',
    'CCBot',
    'Bytespider',
    'meta-externalagent',
    'Amazonbot',
    'cohere-ai',
    'Diffbot',
  ],
  AI_SEARCH: ['OAI-SearchBot', 'Claude-SearchBot', 'PerplexityBot'],
  AI_USER: ['ChatGPT-User', 'Claude-User', 'Perplexity-User', 'meta-externalfetcher', 'MistralAI-User'],
  PREVIEW: [
    'facebookexternalhit',
    'Twitterbot',
    'LinkedInBot',
    'Slackbot',
    'Discordbot',
    'WhatsApp',
    'TelegramBot',
    'Mastodon',
  ],
  MONITOR: ['UptimeRobot', 'Pingdom', 'StatusCake', 'Better Stack'],
  FEED_READER: ['Feedly', 'Inoreader', 'NewsBlur', 'FreshRSS', 'Miniflux', 'NetNewsWire', 'Tiny Tiny RSS', 'Feedbin'],
}

const all = Object.entries(names).flatMap(([purpose, list]) =>
  list.map((name) => ({ name, purpose: purpose as ProgramPurpose, inLower: name.toLowerCase() })),
)

const remembered = new Map<string, Program | null>()
const rememberedMax = 2_000
const lengthMax = 512

/** Reads the name in the user agent, and verifies nothing: such a program can be refused or challenged, and never pardoned. */
export function identifyByName({ headers }: Visit): Program | null {
  const userAgent = headers['user-agent']?.slice(0, lengthMax) ?? ''
  const known = remembered.get(userAgent)
  if (known !== undefined) return known
  const inLowerCase = userAgent.toLowerCase()
  const found = all.find(({ inLower }) => inLowerCase.includes(inLower))
  const program = found === undefined ? null : { name: found.name, purpose: found.purpose, verified: false }
  // Few user agents make up most visits.
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(userAgent, program)
  return program
}
