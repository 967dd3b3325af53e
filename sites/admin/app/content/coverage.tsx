import { languageNames } from '@bollard/i18n'
import { useFormats } from '@bollard/site-kit'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { readCoverage } from './coverage.server.ts'
import type { FolderCoverage, LanguageCoverage } from './measure-coverage.ts'
import type { Route } from './+types/coverage.ts'

export const loader = (): { folders: FolderCoverage[] } => ({ folders: readCoverage() })

/** How much of this release is written in which language, and what is there in English alone. */
export default function Coverage({ loaderData: { folders } }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <Page title={t(($) => $.content.coverage.title)}>
      <PageTitle title={t(($) => $.content.coverage.title)} subtitle={t(($) => $.content.coverage.subtitle)} />
      <AreaLinks area="content" />
      {(['pages', 'texts'] as const).map((kind) => (
        <section key={kind} className="mb-8">
          <h2 className="mb-3 text-lg">{t(($) => $.content.coverage[kind])}</h2>
          <CoverageTable
            label={t(($) => $.content.coverage[kind])}
            folders={folders.filter((one) => one.kind === kind)}
          />
        </section>
      ))}
      <h2 className="mb-3 text-lg">{t(($) => $.content.coverage.missing)}</h2>
      <MissingList folders={folders} />
    </Page>
  )
}

function CoverageTable({ label, folders }: { label: string; folders: readonly FolderCoverage[] }) {
  const { t } = useTranslation()
  const columns = folders[0]?.languages ?? []
  return (
    <RecordTable
      label={label}
      empty={t(($) => $.content.coverage.nothing)}
      columns={[
        { label: t(($) => $.content.coverage.folder) },
        ...columns.map(({ language }) => ({ label: languageNames[language], isFigure: true })),
      ]}
      rows={folders.map(({ folder, languages }) => ({
        key: folder,
        cells: [folder, ...languages.map((one) => <Share key={one.language} coverage={one} />)],
      }))}
    />
  )
}

/** Rounded down, so that only what is whole says so. */
function Share({ coverage: { translated, wanted } }: { coverage: LanguageCoverage }) {
  const { whole, share } = useFormats()
  if (translated === wanted) return whole(wanted)
  return (
    <Pill meaning="doubt">
      {whole(translated)} / {whole(wanted)} ({share(Math.floor((translated / wanted) * 1_000) / 1_000)})
    </Pill>
  )
}

function MissingList({ folders }: { folders: readonly FolderCoverage[] }) {
  const { t } = useTranslation()
  const missing = folders.flatMap(({ folder, languages }) =>
    languages.flatMap((one) => one.missing.map((name) => ({ folder, language: one.language, name }))),
  )
  return (
    <RecordTable
      label={t(($) => $.content.coverage.missing)}
      empty={t(($) => $.content.coverage.complete)}
      columns={[
        { label: t(($) => $.content.language) },
        { label: t(($) => $.content.coverage.folder) },
        { label: t(($) => $.content.coverage.name) },
      ]}
      rows={missing.map(({ folder, language, name }) => ({
        key: `${language} ${folder} ${name}`,
        cells: [languageNames[language], folder, name],
      }))}
    />
  )
}
