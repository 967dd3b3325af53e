import { Pool } from 'undici'

/** One server of a site. */
export interface Upstream {
  /** Where it listens, as an origin: `http://10.0.0.5:8080`. */
  readonly url: string
  /** PEM of the authority that its certificate hangs on, where it is not one that all trust. */
  readonly ca?: string
}

/** Asked of each server in turn; whoever does not answer 2xx or 3xx twice gets no visitors until it does again. */
export interface HealthCheck {
  readonly path: string
  readonly everyMs: number
  readonly timeoutMs: number
}

export interface UpstreamState {
  readonly url: string
  readonly isUp: boolean
  /** Requests that it is answering. */
  readonly underWay: number
}

export interface Server {
  readonly url: string
  readonly host: string
  readonly pool: Pool
  underWay: number
  /** Milliseconds on the gateway's clock until which it is not asked, since it could not be reached. */
  awayUntil: number
  /** Health checks that failed in a row. */
  failures: number
}

/** How long a server that refused a connection is spared, in milliseconds. */
const spareMs = 3_000
const failuresMax = 2
const connectTimeoutMs = 5_000
/** How long the site may take to begin an answer, in milliseconds. */
const answerTimeoutMs = 60_000

/** The servers of one site. */
export class UpstreamGroup {
  readonly servers: readonly Server[]
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout | undefined
  #next = 0

  constructor(upstreams: readonly Upstream[], now: () => number, health?: HealthCheck) {
    this.#now = now
    this.servers = upstreams.map(({ url, ca }) => ({
      url,
      host: new URL(url).host,
      pool: new Pool(new URL(url).origin, {
        // No bound: each event stream holds one for hours, and where all were held, everybody would wait. The gateway bounds its visitors.
        connections: null,
        pipelining: 1,
        headersTimeout: answerTimeoutMs,
        // Events of a server may come hours apart.
        bodyTimeout: 0,
        connect: { timeout: connectTimeoutMs, ...(ca !== undefined && { ca }) },
        allowH2: false,
      }),
      underWay: 0,
      awayUntil: 0,
      failures: 0,
    }))
    if (health !== undefined) {
      this.#timer = setInterval(() => void this.#check(health), health.everyMs)
      this.#timer.unref()
    }
  }

  /** The one that is up and has least to do, none of `besides`; where none is up, one that is not, since it may be back. */
  choose(besides?: Server): Server | undefined {
    const { servers } = this
    if (servers.length === 1) return servers[0] === besides ? undefined : servers[0]
    this.#next = (this.#next + 1) % servers.length
    let best: Server | undefined
    for (let index = 0; index < servers.length; index += 1) {
      const server = servers[(this.#next + index) % servers.length]
      if (server === undefined || server === besides) continue
      if (best === undefined || this.#weight(server) < this.#weight(best)) best = server
    }
    return best
  }

  noteAway(server: Server): void {
    server.awayUntil = this.#now() + spareMs
  }

  states(): UpstreamState[] {
    return this.servers.map((server) => ({ url: server.url, isUp: this.#isUp(server), underWay: server.underWay }))
  }

  /** Resolves once everything that is under way has been answered. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.servers.map(({ pool }) => pool.close()))
  }

  #isUp(server: Server): boolean {
    return server.awayUntil <= this.#now() && server.failures < failuresMax
  }

  #weight(server: Server): number {
    return (this.#isUp(server) ? 0 : 1e9) + server.underWay
  }

  async #check({ path, timeoutMs }: HealthCheck): Promise<void> {
    await Promise.all(
      this.servers.map(async (server) => {
        try {
          const { statusCode, body } = await server.pool.request({
            path,
            method: 'GET',
            headers: { host: server.host, 'user-agent': 'Bollard' },
            signal: AbortSignal.timeout(timeoutMs),
          })
          await body.dump()
          server.failures = statusCode < 400 ? 0 : server.failures + 1
        } catch {
          server.failures += 1
        }
      }),
    )
  }
}
