import { expectedHashes } from '@bollard/proof-of-work/server'
import type { Agenda } from './agenda.ts'
import type { Caller, Client, Redeemed } from './service/client.ts'
import type { Site } from './service/start-site.ts'

/** What a browser sends with an answer beside the work; made for each challenge. */
export interface Findings {
  readonly collected?: object
  readonly engine?: readonly number[]
}

/** What doing the work of one challenge took, really or reckoned. */
export interface DoneWork {
  readonly solution: string
  /** Milliseconds on the visitor's or attacker's own device. */
  readonly ms: number
}

export interface Visitor {
  readonly caller: Caller
  readonly language?: string
  /** What the answer says of the visit; `challenge` is its token. */
  findings(challenge: string): Promise<Findings> | Findings
  work(challenge: { readonly token: string; readonly hashes: number }): Promise<DoneWork> | DoneWork
  /** Milliseconds from start to answer at least: nobody's form is filled in at once. */
  readonly waitMsMin: number
  /** Milliseconds from the token to its redemption. */
  readonly redeemAfterMs: number
  /** Told at the end. */
  done(outcome: Outcome): void
}

export interface Outcome {
  readonly end: 'token' | 'refused' | 'late'
  /** The codes of a refusal, or of a problem. */
  readonly codes: readonly string[]
  /** Hashes asked for in each round, expected. */
  readonly hashes: readonly number[]
  readonly stepUps: number
  /** Times and seconds of Retry-After. */
  readonly throttled: number
  readonly waitedSeconds: number
  /** Milliseconds that the work took. */
  readonly workMs: number
  /** Whether the site's server was told yes, and the score. */
  readonly redeemed: boolean
  readonly score: number | null
  /** What the site was told of a token: codes of its reasons. */
  readonly reasons: readonly string[]
  /** When the first start was called, on the site's clock. */
  readonly startedAt: number
}

interface Begun {
  hashes: number[]
  throttled: number
  waitedSeconds: number
  workMs: number
  codes: string[]
  ticket: string | undefined
  startedAt: number
}

/** No token came of it. */
export const notRedeemed: Redeemed = { success: false, score: null, reasons: [] }

/**
 * Goes through one verification from start to redemption as the widget and the site's server do, on the site's clock: the work's
 * time passes before the answer is sent, and a throttled start is repeated after Retry-After, until `giveUpAt`.
 */
export function visit(
  { site, client, agenda }: { readonly site: Site; readonly client: Client; readonly agenda: Agenda },
  visitor: Visitor,
  { giveUpAt = Number.POSITIVE_INFINITY, alone }: { readonly giveUpAt?: number; readonly alone?: 'alone' } = {},
): Promise<void> {
  const now = () => site.clock[0] ?? 0
  const begun: Begun = {
    hashes: [],
    throttled: 0,
    waitedSeconds: 0,
    workMs: 0,
    codes: [],
    ticket: undefined,
    startedAt: now(),
  }
  return start()

  async function start(): Promise<void> {
    const { status, retryAfter, body } = await client.post('/captcha/v1/verifications', visitor.caller, {
      siteKey: site.siteKey,
      language: visitor.language ?? 'de',
      ...(begun.ticket === undefined ? {} : { ticket: begun.ticket }),
    })
    if (status === 429) {
      begun.throttled += 1
      begun.waitedSeconds += retryAfter
      begun.ticket = ticketIn(body)
      begun.codes.push(textOf(body['code']))
      const again = now() + Math.max(1, retryAfter) * 1000
      if (again > giveUpAt) return end('late')
      agenda.at(again, start, alone)
      return
    }
    await follow(status, body)
  }

  async function follow(status: number, body: Readonly<Record<string, unknown>>): Promise<void> {
    const { challenge, token } = body
    if (body['status'] === 'passed' && typeof token === 'string') {
      agenda.at(now() + visitor.redeemAfterMs, () => redeem(token))
      return
    }
    if (body['status'] !== 'challenge' || !isChallenge(challenge)) {
      begun.codes.push(...codesOf(body, status))
      return end('refused')
    }
    const hashes = expectedHashes(challenge.target, challenge.algorithm === 'equix' ? 'equix' : 'sha256')
    begun.hashes.push(hashes)
    const done = await visitor.work({ token: challenge.token, hashes })
    const findings = body['collect'] === false ? {} : await visitor.findings(challenge.token)
    begun.workMs += done.ms
    const first = begun.hashes.length === 1
    agenda.at(
      now() + Math.max(done.ms, first ? visitor.waitMsMin : 0),
      async () => {
        const answer = await client.post(
          `/captcha/v1/verifications/${textOf(body['verificationId'])}/solutions`,
          visitor.caller,
          { challenge: challenge.token, solution: done.solution, workMs: Math.round(done.ms), ...findings },
        )
        await follow(answer.status, answer.body)
      },
      alone,
    )
  }

  async function redeem(token: string): Promise<void> {
    end('token', await client.redeem(token))
  }

  function end(how: Outcome['end'], { success, score, reasons }: Redeemed = notRedeemed): void {
    const { codes, hashes, throttled, waitedSeconds, workMs, startedAt } = begun
    const stepUps = Math.max(0, hashes.length - 1)
    visitor.done({
      end: how,
      codes,
      hashes,
      stepUps,
      throttled,
      waitedSeconds,
      workMs,
      redeemed: success,
      score,
      reasons,
      startedAt,
    })
  }
}

/** The widget sends a throttled start again with what it was given. */
function ticketIn(body: Readonly<Record<string, unknown>>): string | undefined {
  return typeof body['ticket'] === 'string' ? body['ticket'] : undefined
}

function codesOf(body: Readonly<Record<string, unknown>>, status: number): string[] {
  const { reasons, code } = body
  return Array.isArray(reasons) ? reasons.map(String) : [typeof code === 'string' ? code : `status ${status}`]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isChallenge(value: unknown): value is { token: string; target: number; algorithm: string } {
  return typeof value === 'object' && value !== null && 'token' in value && 'target' in value
}
