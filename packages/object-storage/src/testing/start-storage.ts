import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** How the next answers go wrong, one after the other. */
export type Mishap = 'error' | 'cut' | 'silence' | 'lost-answer'

export interface Storage {
  readonly endpoint: string
  readonly objects: Map<string, Buffer>
  /** One for each of the next calls. */
  readonly mishaps: Mishap[]
  /** Methods and paths of all calls. */
  readonly calls: string[]
  stop(): Promise<void>
}

export const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret/of+the=test', region: 'eu-test-1' }

/** A storage for tests that speaks as much of S3 as we use, written from Amazon's description of Signature Version 4. */
export async function startStorage(pageSize = 2): Promise<Storage> {
  const objects = new Map<string, Buffer>()
  const mishaps: Mishap[] = []
  const calls: string[] = []
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      calls.push(`${request.method} ${request.url}`)
      const mishap = mishaps.shift()
      if (mishap === 'silence') return
      if (mishap === 'error') return answer(response, 503, '<Error><Code>SlowDown</Code></Error>')
      const refusal = refuse(request, body)
      if (refusal !== null) return answer(response, 403, `<Error><Code>${refusal}</Code></Error>`)
      spoilAnswer(response, mishap)
      return serve(request, response, body, objects, pageSize)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    objects,
    mishaps,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The call is carried out; its answer never arrives, or half of it. */
function spoilAnswer(response: ServerResponse, mishap: Mishap | undefined): void {
  if (mishap !== 'lost-answer' && mishap !== 'cut') return
  const send = response.write.bind(response)
  const spoiled = (content: Buffer) => {
    if (mishap === 'cut') send(content.subarray(0, content.length / 2), () => response.destroy())
    else response.destroy()
    return response
  }
  Object.assign(response, { end: spoiled })
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function answer(response: ServerResponse, status: number, body: Buffer | string): void {
  const content = Buffer.from(body)
  response.writeHead(status, { 'content-length': content.length })
  response.end(content)
}

function serve(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  objects: Map<string, Buffer>,
  pageSize: number,
): void {
  const url = new URL(request.url ?? '', 'http://storage')
  const [bucket, ...rest] = decodeURIComponent(url.pathname.slice(1)).split('/')
  const key = rest.join('/')
  if (bucket !== 'bucket') return answer(response, 404, '<Error><Code>NoSuchBucket</Code></Error>')
  const found = objects.get(key)
  if (key === '') return answer(response, 200, listing(url.searchParams, objects, pageSize))
  if (request.method === 'PUT') {
    if (found !== undefined && request.headers['if-none-match'] === '*')
      return answer(response, 412, '<Error><Code>PreconditionFailed</Code></Error>')
    objects.set(key, body)
    return answer(response, 200, '')
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return answer(response, 204, '')
  }
  return found === undefined
    ? answer(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
    : answer(response, 200, found)
}

function listing(query: URLSearchParams, objects: Map<string, Buffer>, pageSize: number): string {
  const all = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
  const from = Number(query.get('continuation-token') ?? 0)
  const contents = all
    .slice(from, from + pageSize)
    .map(
      (key) =>
        `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>2026-03-14T02:00:00.000Z</LastModified><Size>${objects.get(key)?.length}</Size></Contents>`,
    )
  const next =
    from + pageSize < all.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${from + pageSize}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>'
  return `<?xml version="1.0"?><ListBucketResult>${next}${contents.join('')}</ListBucketResult>`
}

/** The code of what is wrong with a call: its signature, or the sums of its body. */
function refuse(request: IncomingMessage, body: Buffer): string | null {
  const sha256 = createHash('sha256').update(body).digest('hex')
  if (request.headers['x-amz-content-sha256'] !== sha256) return 'XAmzContentSHA256Mismatch'
  if (request.method === 'PUT' && request.headers['content-md5'] !== createHash('md5').update(body).digest('base64'))
    return 'BadDigest'
  const [, day = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIATEST\/(\d{8})\/eu-test-1\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/u.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const url = new URL(request.url ?? '', 'http://storage')
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/gu, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const headers = signed
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('')
  const canonical = [request.method, url.pathname, query, headers, signed, sha256].join('\n')
  const scope = `${day}/eu-test-1/s3/aws4_request`
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const sign = (key: Buffer | string, part: string) => createHmac('sha256', key).update(part).digest()
  const key = [day, 'eu-test-1', 's3', 'aws4_request'].reduce<Buffer | string>(
    sign,
    `AWS4${credentials.secretAccessKey}`,
  )
  return sign(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
