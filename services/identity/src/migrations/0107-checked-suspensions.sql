-- Reads all accounts, and keeps no call waiting for that.
alter table users validate constraint users_suspension_check;
