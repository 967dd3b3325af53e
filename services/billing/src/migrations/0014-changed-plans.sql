-- Others follow plans by asking every few seconds which of them have changed.
create index subscriptions_changed on subscriptions (updated_at);
