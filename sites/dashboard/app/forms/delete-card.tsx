import { Button, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from './fold.tsx'
import { useRights } from '../frame/rights.ts'

interface DeleteProps {
  label: string
  about: string
}

/** Asks before something is deleted; nothing for those who may not. */
export function DeleteCard(props: DeleteProps) {
  const { mayChange } = useRights()
  return mayChange ? (
    <Card className="sm:p-6">
      <DeleteFold {...props} />
    </Card>
  ) : null
}

/** A button that asks before it deletes. */
export function DeleteFold({ label, about }: DeleteProps) {
  const { t } = useTranslation()
  return (
    <Fold label={label}>
      <p>{about}</p>
      <Form method="post">
        <Button type="submit" name="do" value="delete" size="dense" variant="danger">
          {t(($) => $.monitoring.service.deleteNow)}
        </Button>
      </Form>
    </Fold>
  )
}
