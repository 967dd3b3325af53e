export { startTestDatabase, type TestDatabase } from './start-test-database.ts'
export { browserLaunchOptions } from './browser-launch-options.ts'
export { collectedFor } from './collected-for.ts'
export { chromiumHeaders } from './chromium-headers.ts'
