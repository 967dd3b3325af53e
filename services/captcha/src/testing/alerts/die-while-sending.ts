import { randomBytes } from 'node:crypto'
import { openDatabase } from '@bollard/database'
import { createAlerts } from '../../owner/alerts/create-alerts.ts'

/** A process that judges all sites once and is killed while it sends the first mail. */
const [connectionString = '', now = ''] = process.argv.slice(2)
const alerts = createAlerts({
  db: openDatabase({ connectionString }),
  now: () => new Date(Number(now)),
  randomBytes,
  sendMail: async () => void process.kill(process.pid, 'SIGKILL'),
  dashboardUrl: 'https://dashboard.example',
  apiUrl: 'https://api.example',
  identityUrl: 'https://identity.example',
  signingKeys: [{ id: 1, secret: Buffer.alloc(32, 7) }],
  onError: (error) => console.error(error),
})
await alerts.tick()
