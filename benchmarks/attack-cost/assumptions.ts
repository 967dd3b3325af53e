/** A figure that is not measured in this repository, and where it comes from. */
export interface Assumption {
  readonly value: number
  /** When the source was read, or the price was the market's: year and month. */
  readonly asOf: string
  readonly source: string
}

/**
 * What attackers have and pay. One dollar counts as one euro: these figures are not good enough for the difference to matter.
 * Where sources differ, the one that is worse for us was taken.
 */
export const assumptions = {
  /** Hashes of SHA-256 a second of one thread of a rented server with AVX-512 (its author says 80 to 100 million). */
  cpuHashesPerSecond: { value: 90e6, asOf: '2026-11', source: 'pow-buster 0.2.0, docs.rs/pow-buster' },
  /** Euro an hour for one thread: a server of eight threads for 14.58 € a month of 730 hours. */
  cpuThreadPrice: { value: 14.58 / 730 / 8, asOf: '2026-11', source: 'Netcup RS 2000 G12, docs.rs/pow-buster' },
  /** Threads of that server. */
  serverThreads: { value: 8, asOf: '2026-11', source: 'Netcup RS 2000 G12, docs.rs/pow-buster' },
  /** Hashes of SHA-256 a second of an RTX 4090. */
  gpuHashesPerSecond: {
    value: 21_975.5e6,
    asOf: '2022-10',
    source: 'hashcat 6.2.6, mode 1400, gist.github.com/Chick3nman/32e662a5bb63bc4f51b847bb422222fd',
  },
  /** Euro an hour for an RTX 4090 of a private person, 0.31 to 0.45 (providers ask up to 0.88). */
  gpuPrice: { value: 0.35, asOf: '2026-05', source: 'Vast.ai, fairlane.systems/en/wissen/tool-vast-ai' },
  /** How much faster a native program of Equi-X is than a browser on the same thread. HashWX, of the same author, is 1.7 times as fast. */
  nativeSpeedup: { value: 2, asOf: '2026-11', source: 'github.com/tevador/hashwx, README' },
  /** Programs of Equi-X (65 536 hashes and the search) a second of an RTX 4090: the best that was published. Another miner says 2 200. */
  gpuProgramsPerSecond: {
    value: 8_000,
    asOf: '2024',
    source: 'OreMinerGroup, "Drillx GPU"; github.com/Solana0x/ore-cuda-cli',
  },
  /** Euro a gigabyte through proxies of private households, 0.89 to 5: what an address in another network costs. */
  proxyTrafficPrice: { value: 0.89, asOf: '2026-06', source: 'proxynade.net/blogs/how-per-gb-proxy-pricing-works' },
} as const satisfies Readonly<Record<string, Assumption>>
