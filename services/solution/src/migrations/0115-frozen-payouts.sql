-- concurrently
-- Operators see how many organizations are not paid at the moment.
create index concurrently if not exists organizations_frozen on organizations (payouts_frozen_until)
  where payouts_frozen_until is not null and deleted_at is null;
