import type { Call, Caller } from '@bollard/access'
import type { BlockedReport, blockedReportStates } from '@bollard/contracts'
import type { Database, Queries, RowOf } from '@bollard/database'
import { limitedIp, ProblemError } from '@bollard/http'
import type { SealedSecret, SecretBox } from '@bollard/webhooks'
import { recordAudit } from '../access/record-audit.ts'
import type { ProtectionContext } from '../protection-context.ts'

/** What visitors wrote is kept, sealed, for so long. */
export const reportsKeptDays = 90
const shownMax = 100

type TellContext = Pick<ProtectionContext, 'db' | 'now' | 'newId' | 'limiter' | 'ownCaptcha'> & {
  readonly box: SecretBox
}
interface Told {
  readonly decisionId: string
  readonly message: string
  readonly email: string | null
  readonly captchaToken: string
}

/**
 * Keeps what a visitor says who was stopped, once for each decision. Nothing tells whether there is such a decision.
 * Throws `captcha-failed` and `rate-limited`.
 */
export async function reportBlocked(
  { db, now, newId, limiter, ownCaptcha, box }: TellContext,
  { decisionId, message, email, captchaToken }: Told,
  address: string,
): Promise<void> {
  await limiter.take('blockedReports', limitedIp(address))
  if ((await ownCaptcha.verify(captchaToken, address)) === 'refused') throw new ProblemError('captcha-failed')
  const text = message.toWellFormed().replaceAll('\0', '')
  const id = newId()
  const { bytes, keyId } = seal(box, id, { message: text, email })
  await db.query('protection-blocked-insert', insertSql, [id, decisionId, now(), bytes, keyId])
}

/** Those of a site, newest first. */
export async function listBlockedReports(
  { db, box }: { readonly db: Queries; readonly box: SecretBox },
  solutionId: string,
  state: (typeof blockedReportStates)[number] | undefined,
): Promise<{ items: BlockedReport[] }> {
  const rows = await db.query('protection-blocked-list', listSql, [solutionId, state ?? null, shownMax])
  return { items: rows.map((row) => toAnswer(box, row)) }
}

/** Says whether a visitor was stopped rightly; may be said anew. Throws `not-found`. */
export async function decideBlockedReport(
  { db, now, box }: { readonly db: Database; readonly now: () => Date; readonly box: SecretBox },
  actor: Caller,
  { solutionId, id, state }: { readonly solutionId: string; readonly id: string; readonly state: 'RIGHT' | 'WRONG' },
  call: Call,
): Promise<BlockedReport> {
  const at = now()
  return db.transaction(async (tx) => {
    const [row] = await tx.query('protection-blocked-decide', decideSql, [solutionId, id, state, actor.userId, at])
    if (row === undefined) throw new ProblemError('not-found')
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'blocked-report.decided',
      target: { kind: 'blocked-report', id },
      after: { state },
    })
    return toAnswer(box, row)
  })
}

/** Deletes what is too old. */
export async function sweepBlockedReports(db: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - reportsKeptDays * 86_400_000)
  await db.query('protection-blocked-sweep', 'delete from protection.blocked_reports where at < $1', [before])
}

/**
 * Seals what was kept in plain text by a release before. Run it every hour, in any number of processes; one that is killed leaves the rest to
 * the next. Answers how many it sealed.
 */
export async function sealBlockedReports(db: Database, box: SecretBox): Promise<number> {
  let sealed = 0
  for (;;) {
    const some = await db.transaction(async (tx) => {
      const rows = await tx.query('protection-blocked-plain', plainSql, [sealedAtOnce])
      for (const { id, message, email } of rows) {
        const { bytes, keyId } = seal(box, id, { message, email })
        await tx.query('protection-blocked-seal', sealSql, [id, bytes, keyId])
      }
      return rows.length
    })
    sealed += some
    if (some < sealedAtOnce) return sealed
  }
}

interface Written {
  readonly message: string
  readonly email: string | null
}
const sealedAtOnce = 100

function seal(box: SecretBox, id: string, written: Written): SealedSecret {
  return box.seal(JSON.stringify(written), id)
}

/** Empty where no key of the installation opens it any more; as it is where it was not sealed yet. */
function toAnswer(box: SecretBox, { at, sealed, keyId, ...row }: RowOf<'protection-blocked-list'>): BlockedReport {
  if (sealed === null || keyId === null) return { ...row, at: at.toISOString() }
  const text = box.open({ bytes: sealed, keyId }, row.id)
  // We have sealed it ourselves, and nobody else can.
  const written: Written = text === null ? { message: '', email: null } : (JSON.parse(text) as Written)
  return { ...row, ...written, at: at.toISOString() }
}

const shown =
  'id, at, decision_id as "decisionId", message, email, sealed, key_id as "keyId", state, decided_by as "decidedBy"'
const plainSql = `select id, message, email from protection.blocked_reports where sealed is null
  order by id limit $1 for update skip locked`
const sealSql = `update protection.blocked_reports set sealed = $2, key_id = $3, message = '', email = null where id = $1`
const insertSql = `insert into protection.blocked_reports (id, solution_id, decision_id, at, sealed, key_id)
  select $1, d.solution_id, d.id, $3, $4, $5 from protection.decisions d where d.id = $2 and d.conclusion <> 'ALLOW'
  on conflict (solution_id, decision_id) do nothing`
const listSql = `select ${shown} from protection.blocked_reports where solution_id = $1 and ($2::text is null or state = $2)
  order by at desc, id desc limit $3`
const decideSql = `update protection.blocked_reports set state = $3, decided_by = $4, decided_at = $5
  where solution_id = $1 and id = $2 returning ${shown}`
