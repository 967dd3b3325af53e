import type { Config } from '../../config.ts'
import { randomHex } from '../../supervise/keep-secrets.ts'
import { nextSigningKey, type Which } from './plan-rotation.ts'

const overlapDays = 7

/** What to set in which order, where secrets come from the environment. The lines hold the new secret and those of now. */
export function describeOrder(which: Which, config: Config, now: Date): string[] {
  const until = new Date(now.getTime() + overlapDays * 86_400_000).toISOString().slice(0, 10)
  const roles =
    which === 'signing'
      ? 'on every machine with ROLE=all, api, edge or worker'
      : 'on every machine with ROLE=all, api or worker'
  const restart = `${roles}, and restart them one after the other`
  const steps = { signing, session, encryption }[which](config, until)
  return [
    'These lines hold secrets: the new one is made for you. Keep them where you keep the others.',
    '',
    `1. Set ${restart}; wait ten minutes after the last:`,
    ...steps.first.map((line) => `   ${line}`),
    `2. Then set ${restart}; wait ten minutes after the last:`,
    ...steps.second.map((line) => `   ${line}`),
    ...steps.last.map((line, index) => `${index + 3}. ${line}`),
  ]
}

interface Steps {
  readonly first: readonly string[]
  readonly second: readonly string[]
  readonly last: readonly string[]
}

function signing({ CAPTCHA_SIGNING_KEYS: keys = [] }: Config): Steps {
  const next = nextSigningKey(keys, randomHex)
  const [current = ''] = keys
  return {
    first: [`CAPTCHA_SIGNING_KEYS=${[`+${next}`, ...keys].join(',')}`],
    second: [`CAPTCHA_SIGNING_KEYS=${next},${current}`],
    last: [
      'Run on one of them: npm start -- rotate-keys signing --finish',
      'An hour later at the earliest, and only if you have to, take the older key off the list.',
    ],
  }
}

function session({ SESSION_SECRET: current = '', FORMER_SESSION_SECRETS: former = [] }: Config): Steps {
  const next = randomHex()
  return {
    first: [`FORMER_SESSION_SECRETS=${[next, ...former].join(',')}`],
    second: [`SESSION_SECRET=${next}`, `FORMER_SESSION_SECRETS=${[current, ...former].join(',')}`],
    last: ['Run on one of them: npm start -- rotate-keys session --finish'],
  }
}

function encryption(config: Config, until: string): Steps {
  const { ENCRYPTION_KEY: current = '', FORMER_ENCRYPTION_KEYS: former = [] } = config
  const next = randomHex()
  return {
    first: [`FORMER_ENCRYPTION_KEYS=${[`${next}@${until}`, ...former].join(',')}`],
    second: [`ENCRYPTION_KEY=${next}`, `FORMER_ENCRYPTION_KEYS=${[`${current}@${until}`, ...former].join(',')}`],
    last: [
      `Before ${until}, run on one of them: npm start -- rotate-keys encryption --finish`,
      `Then set the date behind "@" as it says. Keep the key with its date: nothing newer may end under it, and without both the audit log and backups from before cannot be verified.`,
    ],
  }
}
