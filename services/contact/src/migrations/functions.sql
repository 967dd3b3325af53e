-- The person whom the running transaction is for; null, who is nobody, where it has not said so.
create or replace function current_person() returns uuid language sql stable
  return nullif(current_setting('bollard.user', true), '')::uuid;
