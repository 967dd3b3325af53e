import type { Purpose } from '../purpose/purposes.ts'

/** How an operator lets others check that a program is its own. */
export interface Proof {
  /** Domains under which the addresses of the program have names that lead back to them. */
  readonly names?: readonly string[]
  /** Domains that anyone can rent a name under: such a name proves nothing and is no reason for doubt. */
  readonly sharedNames?: readonly string[]
  /** Lists of `rangeSources` that hold its addresses. */
  readonly ranges?: readonly string[]
  /** Address of the agent that signs its requests (Web Bot Auth), as `agentUrl` writes it. */
  readonly signer?: string
}

/** A program of which something is known. */
export interface Crawler {
  readonly name: string
  /** Null where only its name is known. */
  readonly operator: string | null
  readonly purpose: Purpose
  /** Its name in robots.txt (RFC 9309, product token); null where it has none. */
  readonly token: string | null
  readonly proof: Proof
  /** Where what is said here comes from; null where a package names no place. */
  readonly source: string | null
}
