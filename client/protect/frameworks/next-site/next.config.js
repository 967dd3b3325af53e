import { fileURLToPath } from 'node:url'

// The packages of this site lie one folder above it.
const root = fileURLToPath(new URL('..', import.meta.url))

export default { turbopack: { root }, outputFileTracingRoot: root }
