import type { Figure, System as SystemFacts } from '@bollard/contracts'
import { Moment } from '@bollard/site-kit'
import { apiOf, attempt, load } from '@bollard/site-kit/server'
import { Alert, Card, CardHeader, Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../frame/page.tsx'
import { BackupTable, FigureTable, MigrationTable, SettingTable } from './system-tables.tsx'
import type { Route } from './+types/system.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const [system, backups, figures] = await Promise.all([
    load(context, request, api.getSystem()),
    load(context, request, api.listBackups()),
    // A process that has just started has none; the rest of the page does not hang on them.
    attempt(api.getFigures()),
  ])
  return { system, backups: backups.items, figures: figures.ok ? figures.value.items : ([] as Figure[]) }
}

/** What runs here, how it is set up, and how safe its data are. */
export default function System({ loaderData: { system, backups, figures } }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <Page title={t(($) => $.system.title)}>
      <PageTitle title={t(($) => $.system.title)} subtitle={t(($) => $.system.subtitle)} />
      <Card padded={false}>
        <CardHeader title={t(($) => $.system.versions)} className="px-5 pt-5" />
        <Versions system={system} />
      </Card>
      <h2 className="mt-8 mb-3 text-lg">{t(($) => $.system.backups)}</h2>
      {system.lastRestoreTest === null || !system.lastRestoreTest.ok ? (
        <Alert kind="warning" className="mb-3">
          {t(($) => $.system.untested)}
        </Alert>
      ) : null}
      <BackupTable backups={backups} />
      <SettingTable settings={system.settings} />
      <MigrationTable migrations={system.migrations} />
      <FigureTable figures={figures} />
    </Page>
  )
}

const wrapping = 'whitespace-normal [overflow-wrap:anywhere]'

function Versions({ system }: { system: SystemFacts }) {
  const { t } = useTranslation()
  return (
    <Table label={t(($) => $.system.versions)}>
      <tbody>
        {(
          [
            ['release', system.release],
            ['node', system.node],
            ['postgres', system.postgres],
          ] as const
        ).map(([name, version]) => (
          <Row key={name}>
            <HeadCell scope="row">{t(($) => $.system[name])}</HeadCell>
            <Cell className={wrapping}>{version}</Cell>
          </Row>
        ))}
        {system.certificates.map(({ file, subject, expiresAt }) => (
          <Row key={file}>
            <HeadCell scope="row">{t(($) => $.system.certificate)}</HeadCell>
            <Cell className={wrapping}>
              {subject ?? file} · {expiresAt === null ? t(($) => $.system.unreadable) : <Moment at={expiresAt} />}
            </Cell>
          </Row>
        ))}
        {system.processes.map(({ id, role, release, node, startedAt }) => (
          <Row key={id}>
            <HeadCell scope="row">{t(($) => $.system.process, { role })}</HeadCell>
            <Cell className={wrapping}>
              {release} · Node {node} · <Moment at={startedAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
