-- The search without an index reads all messages. A Postgres without pg_trgm, or that does not let this account create it or has it in
-- a schema where it is not found, goes on so.
DO $$ BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX "messages_text" ON "messages" USING gin ("text" gin_trgm_ops) WHERE "messages"."deleted_at" is null;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN NULL;
END $$;
