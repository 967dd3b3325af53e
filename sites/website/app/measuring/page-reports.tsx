import { ModuleScript } from '@bollard/site-kit'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import replayIsland from '../replay/session-replay.island.ts?worker&url'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import reportsIsland from './page-reports.island.ts?worker&url'
import type { Reports } from './reports-of.server.ts'

/** The elements that report, each only where it may. A page without them loads none of their scripts. */
export function PageReports({ reports: { pageViews, performance, sessionReplay } }: { reports: Reports }) {
  return (
    <>
      {pageViews || performance ? (
        <page-reports data-views={pageViews ? '' : undefined} data-performance={performance ? '' : undefined}>
          <ModuleScript src={reportsIsland} />
        </page-reports>
      ) : null}
      {sessionReplay ? (
        <session-replay>
          <ModuleScript src={replayIsland} />
        </session-replay>
      ) : null}
    </>
  )
}
