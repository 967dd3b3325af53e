import type { AdvertisingToken, Conversion } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { IdentityContext } from '../identity-context.ts'
import { isUuid } from '../users/user.ts'
import { conversionColumns, toConversion } from './conversion-row.ts'

interface TokenRow {
  readonly id: string
  readonly gclid: string | null
  readonly consent: NonNullable<AdvertisingToken['consent']>
  readonly landingPath: string | null
  readonly locale: string | null
  readonly createdAt: Date
}

export interface ListQuery {
  readonly limit: number
  /** The id of the last token of an earlier page. */
  readonly cursor?: string | undefined
  /** Only clicks with a conversion in this state. */
  readonly state?: Conversion['state'] | undefined
}

/** A page of clicks with their conversions, newest first; for administrators. */
export async function listAdvertisingTokens(
  context: IdentityContext,
  query: ListQuery,
): Promise<{ items: AdvertisingToken[]; nextCursor: string | null }> {
  if (query.cursor !== undefined && !isUuid(query.cursor))
    throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  const rows = await context.db.query('identity-advertising-list', listSql, [
    query.cursor ?? null,
    query.state ?? null,
    query.limit + 1,
  ])
  const items = await withConversions(context, rows.slice(0, query.limit))
  return { items, nextCursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null }
}

/** One click; for administrators. */
export async function getAdvertisingToken(context: IdentityContext, id: string): Promise<AdvertisingToken> {
  const rows = await context.db.query(
    'identity-advertising-get',
    `select ${tokenColumns} from identity.advertising_tokens t where t.id = $1`,
    [id],
  )
  const [token] = await withConversions(context, rows)
  if (!token) throw new ProblemError('not-found')
  return token
}

async function withConversions({ db }: IdentityContext, tokens: readonly TokenRow[]): Promise<AdvertisingToken[]> {
  const rows = await db.query('identity-advertising-conversions', conversionsSql, [tokens.map(({ id }) => id)])
  return tokens.map((token) => ({
    ...token,
    createdAt: token.createdAt.toISOString(),
    conversions: rows.filter(({ tokenId }) => tokenId === token.id).map(toConversion),
  }))
}

const tokenColumns = `t.id, t.gclid, t.consent, t.landing_path as "landingPath", t.locale, t.created_at as "createdAt"`
const listSql = `select ${tokenColumns} from identity.advertising_tokens t
  where ($1::uuid is null or t.id < $1)
    and ($2::text is null or exists (select from identity.conversions c where c.token_id = t.id and c.state = $2))
  order by t.id desc limit $3`
const conversionsSql = `select ${conversionColumns}, c.token_id as "tokenId" from identity.conversions c where c.token_id = any ($1::uuid[]) order by c.occurred_at, c.id`
