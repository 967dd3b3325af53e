import type { FieldVerdictAnswer, ValidateRequest, ValidationAnswer } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { boxOf } from '@bollard/normal-forms'
import {
  type FormVerdict,
  type MailClass,
  readEmail,
  readText,
  type SpamFilter,
  type SpamScore,
} from '@bollard/validations'
import type { FormContext } from '../form-context.ts'
import { findFormByName, type JudgedForm } from '../form/forms.ts'
import { sealMessage } from '../review/sealed-message.ts'
import { authorOf } from './author.ts'
import { conclude } from './conclude.ts'
import { judgeValues, toFieldAnswers } from './judge-values.ts'
import { messagesOf, valueOf } from './rules-of-form.ts'
import { isKnownBox, nearTexts, noteSeen, type Seen, tracesOf } from './seen-before.ts'
import { languageFor } from './visitor-messages.ts'

/** Reviews that a solution may have at once; while there are as many, a flood drives none of them out. */
export const reviewsMax = 10_000
/** Characters that are kept of what is no text; all that is longer cannot be right. */
const shortValueMax = 2_000
/** How sure a filter is of what it had judged, for the statistics of being right. */
const [surelySpam, surelyWanted] = [0.9, 0.2]

/** A message, and what was found in it. */
interface Judged extends Seen {
  readonly form: JudgedForm
  /** All that was written, in one. */
  readonly text: string
  /** As far as they were looked at. */
  readonly values: ValidateRequest['values']
  readonly verdict: FormVerdict
  readonly fields: readonly FieldVerdictAnswer[]
  readonly found: ValidationAnswer['found']
  readonly decisionId: string
  readonly verificationId: string | null
  readonly spam: SpamScore | undefined
}

/**
 * Validates what a visitor sent with a form, and keeps what somebody should look at. Throws `not-found` for a form that
 * is not there.
 */
export async function validate(
  context: FormContext,
  solutionId: string,
  sent: ValidateRequest,
): Promise<ValidationAnswer> {
  const begun = performance.now()
  const { db, now, filters, disposable, validation, newId } = context
  const form = await findFormByName(db, solutionId, sent.form)
  const filter = await filters.find(db, solutionId)
  const verificationId = await verificationOf(context, solutionId, sent.captchaToken)
  const messages = messagesOf(form.fields, sent.values)
  const boxes = boxesOf(form, sent.values)
  const author = authorOf(context.hashKey, {
    solutionId,
    address: sent.address,
    box: boxes[0],
    text: messages.join('\n'),
  })
  const verdict = await judgeValues(form.fields, sent.values, {
    now,
    resolver: validation.resolver,
    askRegister: validation.askRegister,
    disposable,
    isKnownBox: (box) => isKnownBox(context, solutionId, box),
    ...(filter && { spam: filter }),
    duplicates: nearTexts(context, solutionId, author),
  })
  const found = conclude(verdict, form, verificationId !== null)
  const fields = toFieldAnswers(form.fields, verdict, languageFor(sent.language))
  const texts = messages.map((typed) => readText(typed, verdict.textMax).text)
  const text = texts.join('\n')
  const spam = waits(verdict, form) ? await spamOf(filter, text) : undefined
  const decisionId = newId()
  const traces = found === 'DENY' ? [] : tracesOf(context, texts)
  const message = { solutionId, boxes, traces, author, keepDays: form.keepDays }
  const judged = {
    ...message,
    text,
    form,
    values: lookedAt(form, sent.values, verdict.textMax),
    verdict,
    fields,
    found,
    decisionId,
    verificationId,
    spam,
  }
  const reviewId = await db.transaction(async (tx) => keep(tx, context, judged))
  if (form.mode === 'LIVE' && found !== 'ALLOW') context.onHeld(solutionId)
  return {
    decisionId,
    conclusion: form.mode === 'LIVE' ? found : 'ALLOW',
    found,
    outcome: verdict.outcome,
    weight: verdict.weight,
    fields,
    reviewId,
    failedOpen: fields.some(({ findings }) => findings.some(({ outcome }) => outcome === 'UNKNOWN')),
    tookMs: Math.round(10 * (performance.now() - begun)) / 10,
  }
}

/** A captcha that cannot be asked proves nothing, and refuses nobody for that. */
async function verificationOf(
  { validation, onError }: Pick<FormContext, 'validation' | 'onError'>,
  solutionId: string,
  token: string | undefined,
): Promise<string | null> {
  if (token === undefined) return null
  return validation.findVerification(solutionId, token).catch((error: unknown) => {
    onError(error)
    return null
  })
}

async function spamOf(filter: SpamFilter | null, text: string): Promise<SpamScore | undefined> {
  return filter === null || text === '' ? undefined : filter.judge(text)
}

/** Counts the outcome, and keeps what is to be kept. Answers the id of the review that waits. */
async function keep(tx: Queries, context: FormContext, judged: Judged): Promise<string | null> {
  const { solutionId, form, verdict, found } = judged
  const counted = ['PASS', 'FLAG', 'FAIL', 'UNKNOWN'].map((outcome) => (verdict.outcome === outcome ? 1 : 0))
  await tx.query('protection-form-day', daySql, [form.id, solutionId, context.now(), ...counted])
  if (found !== 'DENY') await noteSeen(tx, context, judged)
  return waits(verdict, form) ? addReview(tx, context, judged) : null
}

/** A field that cannot be right comes again, put right. */
function waits({ outcome, weight }: FormVerdict, { reviewFrom }: JudgedForm): boolean {
  return outcome !== 'FAIL' && weight >= reviewFrom
}

/** Values of the fields of a form, as far as they were looked at: nobody reviews, and nothing keeps, two megabytes. */
function lookedAt({ fields }: JudgedForm, values: ValidateRequest['values'], textMax: number): Judged['values'] {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = valueOf(values, name)
      return value === undefined ? [] : [[name, value.slice(0, kind === 'TEXT' ? textMax : shortValueMax)]]
    }),
  )
}

/** Null where the inbox is full. */
async function addReview(
  tx: Queries,
  { box, now, newId }: FormContext,
  { solutionId, form, values, verdict, fields, found, decisionId, verificationId, text, author, spam }: Judged,
): Promise<string | null> {
  const [id, at] = [newId(), now()]
  const tellingWords = spam?.telling ?? []
  const { excerpt, sealed, keyId } = sealMessage(box, id, { values, fields, tellingWords, text })
  const codes = [...new Set(fields.flatMap(({ findings }) => findings.map(({ code }) => code)))]
  const added = await tx.query('protection-review-insert', reviewSql, [
    id,
    solutionId,
    form.id,
    at,
    form.mode === 'LIVE' ? found : 'ALLOW',
    verdict.weight,
    codes,
    excerpt,
    keyId,
    sealed,
    keyId,
    author,
    classOf(spam?.score ?? null),
    decisionId,
    verificationId,
    new Date(at.getTime() + form.keepDays * 86_400_000),
    reviewsMax,
  ])
  return added[0]?.id ?? null
}

function classOf(score: number | null): MailClass | null {
  if (score === null) return null
  return score >= surelySpam ? 'SPAM' : score <= surelyWanted ? 'HAM' : null
}

/** Boxes of all addresses for mail that can be some. */
function boxesOf({ fields }: JudgedForm, values: ValidateRequest['values']): string[] {
  return fields.flatMap(({ name, kind }) => {
    const email = kind === 'EMAIL' ? readEmail(valueOf(values, name) ?? '') : ''
    return typeof email === 'string' ? [] : [boxOf(email)]
  })
}

const daySql = `insert into protection.form_days (form_id, solution_id, day, pass, flag, fail, unknown)
  values ($1, $2, ($3::timestamptz at time zone 'UTC')::date, $4, $5, $6, $7)
  on conflict (form_id, day) do update set pass = form_days.pass + $4, flag = form_days.flag + $5, fail = form_days.fail + $6,
    unknown = form_days.unknown + $7`
const reviewSql = `insert into protection.reviews (id, solution_id, form_id, at, conclusion, weight, codes, excerpt, excerpt_key_id, sealed, key_id, author, judged,
    decision_id, verification_id, kept_until)
  select $1, $2, $3, $4, $5, $6, $7::text[], $8, $9, $10, $11, $12, $13, $14, $15, $16
  where (select count(*) from protection.reviews where solution_id = $2) < $17 returning id`
