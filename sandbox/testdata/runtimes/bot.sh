#!/bin/sh
# As bot.py, but for lists.
while read -r verb rest; do
	if [ "$verb" = read ]; then
		if { read -r line <"$rest"; } 2>/dev/null; then echo "$line"; else echo "error"; fi
	else
		echo "$verb${rest:+ $rest}"
	fi
done
