CREATE TABLE "chat_marks" (
	"chat_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"read_up_to" bigint NOT NULL,
	CONSTRAINT "chat_marks_chat_id_user_id_pk" PRIMARY KEY("chat_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "chat_marks" ADD CONSTRAINT "chat_marks_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_marks" ADD CONSTRAINT "chat_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_marks_user" ON "chat_marks" USING btree ("user_id");