import { Button } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'

/** Fields that narrow a list down. What they say stands in the address, so a list can be linked. */
export function FilterForm({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Form method="get" className="mb-4 flex flex-wrap items-end gap-3 *:min-w-0 *:max-sm:grow">
      {children}
      <Button type="submit">{t(($) => $.frame.filter)}</Button>
    </Form>
  )
}
