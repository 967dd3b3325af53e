import type { IdentityContext } from '../identity-context.ts'
import { allSecrets, isKeyedHash, keyedHash } from '../secrets/derive-key.ts'
import { hashToken, isSameText } from '../secrets/token.ts'
import { hostCookie, readHostCookie } from './cookie.ts'
import type { Call } from './read-call.ts'

const cookieName = 'known_browser'
const knownSeconds = 365 * 86_400
/** Of one browser, the latest ones: a household shares it, and the header stays short. */
const accountsMax = 4
/** Two sign-ins of one browser at the same moment leave it with the cookie of either. */
const overlapMs = 60_000

type CookieContext = Pick<IdentityContext, 'db' | 'secret' | 'secure' | 'now'>
type Browser = Pick<Call, 'browserId' | 'cookie'>

/** When it was made, in base 36 of milliseconds, and its signature, which only fits one account and one browser. */
const shape = /^([0-9a-z]{1,10})\.[\w-]{43}$/u

/**
 * The `set-cookie` value by which this browser is known to an account from now on; a script cannot read it, nobody else can write
 * it, and it names no account. Each sign-in makes a new one, which ends copies of the one before. Empty for a browser without an id.
 */
export function knownBrowserCookie(context: CookieContext, browser: Browser, userId: string): string[] {
  const { browserId } = browser
  if (browserId === null) return []
  const others = marksOf(context, browser).filter((mark) => !isOf(context, browserId, userId, mark))
  const mine = writeMark(context, browserId, userId, context.now().getTime())
  const marks = [mine, ...others].slice(0, accountsMax).join('~')
  return [hostCookie(context, cookieName, `${marks}~${sealOf(context, browserId, marks)}`, knownSeconds)]
}

/**
 * Whether somebody has signed in to the account of this address with this browser, within a year and since its password was set.
 * The id of the browser alone shows nothing, since scripts can read it. Asks the database only with a cookie that is ours.
 */
export async function isKnownBrowser(context: CookieContext, browser: Browser, email: string): Promise<boolean> {
  const { browserId } = browser
  const marks = marksOf(context, browser)
  if (marks.length === 0 || browserId === null) return false
  const values = [email, hashToken(browserId)]
  const [row] = await context.db.query('identity-browser-of-account', knownSql, values)
  if (row === undefined) return false
  return marks.some((mark) => issuedAt(mark) >= row.from.getTime() && isOf(context, browserId, row.userId, mark))
}

/** Those of a cookie that we have sealed for this browser and that are not too old. */
function marksOf(context: CookieContext, { browserId, cookie }: Browser): string[] {
  const value = readHostCookie(context, cookie, cookieName)
  const end = value.lastIndexOf('~')
  const marks = value.slice(0, Math.max(0, end))
  if (browserId === null || !isSealed(value.slice(end + 1), context, browserId, marks)) return []
  const oldest = context.now().getTime() - knownSeconds * 1000
  return marks.split('~').filter((mark) => shape.test(mark) && issuedAt(mark) > oldest)
}

const issuedAt = (mark: string): number => Number.parseInt(shape.exec(mark)?.[1] ?? '', 36)

function isOf(context: CookieContext, browserId: string, userId: string, mark: string): boolean {
  return allSecrets(context.secret).some((secret) =>
    isSameText(mark, writeMark({ ...context, secret }, browserId, userId, issuedAt(mark))),
  )
}

/** Over all marks, so that nobody costs the database a question with a cookie of their own making. */
function sealOf({ secret }: CookieContext, browserId: string, marks: string): string {
  return keyedHash(secret, 'known-browser', `all.${marks}.${browserId}`)
}

function isSealed(seal: string, { secret }: CookieContext, browserId: string, marks: string): boolean {
  return isKeyedHash(seal, secret, 'known-browser', `all.${marks}.${browserId}`)
}

function writeMark({ secret }: CookieContext, browserId: string, userId: string, at: number): string {
  const issued = at.toString(36)
  return `${issued}.${keyedHash(secret, 'known-browser', `${issued}.${userId}.${browserId}`)}`
}

const knownSql = `select users.id as "userId", greatest(known_browsers.last_seen_at - interval '${overlapMs} milliseconds', accounts.updated_at) as "from"
  from identity.known_browsers join identity.users on users.id = known_browsers.user_id
  left join identity.accounts on accounts.user_id = users.id and accounts.provider_id = 'credential'
  where users.email = $1 and known_browsers.browser_hash = $2`
