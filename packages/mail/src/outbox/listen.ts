import type { Database } from '@bollard/database'

/** Calls `onMail` whenever any process has committed a mail to the outbox. Holds one connection of the pool until it is stopped. */
export async function listen(
  { pool }: Pick<Database, 'pool'>,
  onMail: () => void,
  onLoss: () => void,
): Promise<{ stop(): void }> {
  const client = await pool.connect()
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    // Closed rather than given back: the next user of the connection does not want to listen.
    client.release(true)
  }
  const lose = (): void => {
    if (isOver) return
    end()
    onLoss()
  }
  client.on('notification', onMail)
  client.on('error', lose)
  client.on('end', lose)
  try {
    await client.query('listen mail_outbox')
  } catch (error) {
    end()
    throw error
  }
  return { stop: end }
}
