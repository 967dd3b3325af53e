import { solveInScript } from '@bollard/proof-of-work/script'

// Fetched by a worker whose browser has no WebAssembly, as hardened ones have not.
Object.assign(self, { solveInScript })
