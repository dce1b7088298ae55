"""Asks a question and prints the answer with its sources:

TOUCHSTONE_URL=http://127.0.0.1:8001 python example.py "휴학 신청은 언제까지 해야 하나요?"
"""

import os
import sys

from touchstone_client import AuthenticatedClient, Client
from touchstone_client.api.chat import ask_question
from touchstone_client.models import ChatRequestDto, ChatResponseDto

message = sys.argv[1] if len(sys.argv) > 1 else "휴학 신청은 언제까지 해야 하나요?"
key = os.environ.get("TOUCHSTONE_KEY")
url = os.environ.get("TOUCHSTONE_URL", "http://127.0.0.1:8001")
client = AuthenticatedClient(base_url=url, token=key, timeout=60.0) if key else Client(base_url=url, timeout=60.0)

answer = ask_question.sync(client=client, body=ChatRequestDto(message=message))
if not isinstance(answer, ChatResponseDto):
    sys.exit(answer.detail if answer is not None else "The server gave no answer that its document describes.")
print(answer.response)
for source in answer.sources:
    print(f'[{source.n}] {source.title}: "{source.quote}"')
