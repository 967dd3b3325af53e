import { Button, buttonClass, Card, classNames, Icon, Sheet } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterOptions } from '../../captcha/log-filter/filter-options.ts'
import { type FilterFaults, type LogSearch, writeSearch } from '../../captcha/log-filter/log-search.ts'
import { useIsSentWhole } from '../../frame/use-is-sent-whole.ts'
import { FilterForm } from './filter-form.tsx'

interface FilterPanelProps {
  filter: LogSearch
  options: FilterOptions
  faults: FilterFaults
}

/** The form of all filters behind a button: it unfolds on the page, and on a phone with scripts it is a sheet. */
export function FilterPanel(props: FilterPanelProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // A page that was sent whole has the form in it, for browsers without scripts. One that was gone to draws it when it is asked for:
  // its lists of countries and languages are half of the page.
  const [isDrawn, setDrawn] = useState(useIsSentWhole())
  const address = writeSearch(props.filter)
  // The reference code has a field of its own above.
  const hasFaults = Object.keys(props.faults).some((name) => name !== 'verificationId')
  const label = (
    <>
      <Icon name="filter" />
      {t(($) => $.logFilter.open)}
    </>
  )
  return (
    <>
      <div data-needs-js className={hasFaults ? 'hidden' : 'sm:hidden'}>
        <Sheet
          title={t(($) => $.logFilter.open)}
          closeLabel={t(($) => $.logFilter.close)}
          open={isOpen}
          onOpenChange={setOpen}
          trigger={<Button wide>{label}</Button>}
        >
          <FilterForm key={address} {...props} idPrefix="sheet" onSubmit={() => setOpen(false)} />
        </Sheet>
      </div>
      <details
        open={hasFaults ? true : undefined}
        onToggle={() => setDrawn(true)}
        className={classNames('group/filters', !hasFaults && 'js:max-sm:hidden')}
      >
        <summary
          className={classNames(
            buttonClass({ variant: 'line' }),
            'w-fit list-none group-open/filters:bg-sunken [&::-webkit-details-marker]:hidden',
          )}
        >
          {label}
          <Icon
            name="chevron-down"
            className="size-4 transition-transform duration-150 group-open/filters:rotate-180"
          />
        </summary>
        <Card className="mt-3">
          {isDrawn || hasFaults ? <FilterForm key={address} {...props} idPrefix="filter" /> : null}
        </Card>
      </details>
    </>
  )
}
