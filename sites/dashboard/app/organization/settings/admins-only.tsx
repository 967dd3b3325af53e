import { Alert, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useOrganization } from '../use-organization.ts'

/** Stands where one's role ends: which role it takes, and who has it. */
export function AdminsOnly({ admins }: { admins: readonly string[] }) {
  const { t } = useTranslation()
  const { organization } = useOrganization()
  return (
    <Card>
      <Alert title={t(($) => $.organizations.forbidden.title)}>
        {t(($) => $.organizations.forbidden.text, {
          role: t(($) => $.roles[organization.myRole]),
          admins: admins.join(', '),
        })}
      </Alert>
    </Card>
  )
}
