# Completes arena in fish: arena completion fish | source
function __arena_complete
	set -l words (commandline -opc)
	set -l current (commandline -ct)
	for line in ($words[1] completion --of -- $words[2..-1] "$current" 2>/dev/null)
		switch $line
			case :files
				__fish_complete_path "$current"
			case :folders
				__fish_complete_directories "$current" ''
			case '*'
				echo $line
		end
	end
end
complete -c arena -f -a '(__arena_complete)'
