-- Since when a solution, or one that an organization manages, has a plan that costs something; null while none does. Admins need a
-- second factor 14 days later. Kept by the job alone: members have no right to write it.
alter table solutions add column paid_since timestamptz;
alter table organizations add column paid_since timestamptz;
