import { useNonce } from '@bollard/site-kit'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import replayIsland from '../replay/session-replay.island.ts?worker&url'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import reportsIsland from './page-reports.island.ts?worker&url'
import type { Reports } from './reports-of.server.ts'

/** The elements that report, each only where it may. A page without them loads none of their scripts. */
export function PageReports({ reports: { pageViews, performance, sessionReplay } }: { reports: Reports }) {
  const nonce = useNonce()
  return (
    <>
      {pageViews || performance ? (
        <page-reports data-views={pageViews ? '' : undefined} data-performance={performance ? '' : undefined}>
          <script type="module" src={reportsIsland} nonce={nonce} async />
        </page-reports>
      ) : null}
      {sessionReplay ? (
        <session-replay>
          <script type="module" src={replayIsland} nonce={nonce} async />
        </session-replay>
      ) : null}
    </>
  )
}
