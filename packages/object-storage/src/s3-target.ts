import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { type StoredObject, type Target, TargetError } from './target.ts'

export interface BucketSettings {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** For tests. */
  readonly timeoutMs?: number
  readonly firstPauseMs?: number
}

const triesMax = 5

/** A bucket, addressed by path, which every S3-compatible storage understands. What fails for the moment is tried five times. */
export function openBucket(settings: BucketSettings): Target {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const name = `s3://${bucket}/${prefix}`
  const addressOf = (path: string) =>
    `${endpoint}/${bucket}/${`${prefix}${path}`.split('/').map(encodeURIComponent).join('/')}`

  async function ask(
    method: string,
    address: string,
    content?: Uint8Array,
    once = true,
  ): Promise<{ status: number; body: Buffer }> {
    let fault = ''
    for (let tries = 0; tries < triesMax; tries += 1) {
      if (tries > 0) await pause((settings.firstPauseMs ?? 500) * 2 ** (tries - 1))
      try {
        const request = await client.sign(address, { method, headers: headersOf(content, once), ...bodyOf(content) })
        const answer = await fetch(request, { signal: AbortSignal.timeout(settings.timeoutMs ?? 60_000) })
        const body = Buffer.from(await answer.arrayBuffer())
        if (answer.status < 500 && answer.status !== 429 && answer.status !== 408) {
          refuseShort(answer, body, method)
          return { status: answer.status, body }
        }
        fault = `${answer.status} ${textOf(body)}`
      } catch (error) {
        // The connection was refused or cut, or the answer took too long.
        fault = error instanceof Error ? `${error.message} ${causeOf(error)}`.trim() : String(error)
      }
    }
    throw new TargetError(`${name} doesn't answer as it should after ${triesMax} tries: ${fault}`)
  }

  const refused = (what: string, { status, body }: { status: number; body: Buffer }) =>
    new TargetError(`${name} refused to ${what} (${status} ${textOf(body)}).`)

  return {
    name,
    async put(path, content) {
      // A storage that doesn't know conditional writes is asked before.
      if (await this.has(path)) return 'exists'
      const answer = await ask('PUT', addressOf(path), content)
      if (answer.status === 412) return 'exists'
      if (answer.status !== 200 && answer.status !== 201) throw refused(`store ${path}`, answer)
      return 'stored'
    },
    async replace(path, content) {
      const answer = await ask('PUT', addressOf(path), content, false)
      if (answer.status !== 200 && answer.status !== 201) throw refused(`store ${path}`, answer)
    },
    async get(path) {
      const answer = await ask('GET', addressOf(path))
      if (answer.status === 404) return isNoBucket(answer.body) ? Promise.reject(refused('read', answer)) : null
      if (answer.status !== 200) throw refused(`read ${path}`, answer)
      return answer.body
    },
    async has(path) {
      const answer = await ask('HEAD', addressOf(path))
      if (answer.status === 404) return false
      // An answer to HEAD can't say why.
      if (answer.status !== 200) throw refused(`look for ${path}`, await ask('GET', addressOf(path)))
      return true
    },
    async list(begin) {
      const found: StoredObject[] = []
      for (let token = ''; ;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${begin}` })
        if (token !== '') query.set('continuation-token', token)
        const answer = await ask('GET', `${endpoint}/${bucket}?${query}`)
        if (answer.status !== 200) throw refused('list its objects', answer)
        const page = readPage(answer.body.toString('utf8'))
        for (const one of page.objects) found.push({ ...one, path: one.path.slice(prefix.length) })
        if (page.next === '') return found.toSorted((one, other) => (one.path < other.path ? -1 : 1))
        token = page.next
      }
    },
    async remove(path) {
      const answer = await ask('DELETE', addressOf(path))
      if (![200, 204, 404].includes(answer.status)) throw refused(`delete ${path}`, answer)
    },
  }
}

function headersOf(content: Uint8Array | undefined, once: boolean): Record<string, string> {
  const sha256 = createHash('sha256')
    .update(content ?? '')
    .digest('hex')
  if (content === undefined) return { 'x-amz-content-sha256': sha256 }
  return {
    'x-amz-content-sha256': sha256,
    'content-md5': createHash('md5').update(content).digest('base64'),
    'content-type': 'application/octet-stream',
    ...(once ? { 'if-none-match': '*' } : {}),
  }
}

/** A copy, since the types of `fetch` take no bytes that may be shared. */
function bodyOf(content: Uint8Array | undefined): { body?: Uint8Array<ArrayBuffer> } {
  return content === undefined ? {} : { body: new Uint8Array(content) }
}

/** A cut connection shows as an error only where the length was told; it is tried again like one. */
function refuseShort(answer: Response, body: Buffer, method: string): void {
  const told = answer.headers.get('content-length')
  if (method !== 'HEAD' && told !== null && Number(told) !== body.length)
    throw new Error(`The answer ended after ${body.length} of ${told} bytes`)
}

/** Objects and the token of the next page of an answer to ListObjectsV2; empty on the last page. */
function readPage(xml: string): { objects: StoredObject[]; next: string } {
  const field = (text: string, name: string) =>
    unescapeXml(new RegExp(`<${name}>([^<]*)</${name}>`, 'u').exec(text)?.[1] ?? '')
  const objects = [...xml.matchAll(/<Contents>.*?<\/Contents>/gsu)].map(([text]) => ({
    path: field(text, 'Key'),
    bytes: Number(field(text, 'Size')),
    at: new Date(field(text, 'LastModified')),
  }))
  return { objects, next: field(xml, 'IsTruncated') === 'true' ? field(xml, 'NextContinuationToken') : '' }
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/gu, (_all, name: string) => named[name] ?? '')
}

/** The code of an S3 error, which never holds a secret. */
function textOf(body: Buffer): string {
  return /<Code>([\w.]{1,60})<\/Code>/u.exec(body.toString('utf8'))?.[1] ?? ''
}

function isNoBucket(body: Buffer): boolean {
  return textOf(body) === 'NoSuchBucket'
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error ? cause.message : ''
}
